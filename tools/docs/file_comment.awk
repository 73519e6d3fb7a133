# A header begins with a comment that says what the file is: for doxygen it becomes the file's description.
FNR == 1 { first = 1 }
first && /^\/\// { sub(/^\/\/ ?/, "/// "); print; next }
first && /^#pragma once/ { print "/// @file"; first = 0; next }
{ first = 0; print }
