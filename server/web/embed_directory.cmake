# Script: writes the assembler file and the C++ table that put every file under DIRECTORY into a program.
#   cmake -DDIRECTORY=... -DASSEMBLY=out.S -DTABLE=out.inc -P embed_directory.cmake

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_json "application/json")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_woff2 "font/woff2")

file(GLOB_RECURSE paths RELATIVE ${DIRECTORY} ${DIRECTORY}/*)
list(SORT paths)
list(LENGTH paths count)
if(count EQUAL 0)
  message(FATAL_ERROR "${DIRECTORY} holds no files to embed")
endif()

set(assembly ".section .rodata,\"a\",@progbits\n")
set(symbols "")
set(rows "")
set(index 0)
foreach(path ${paths})
  string(REGEX MATCH "[^.]*$" extension ${path})
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "no content type is known for ${path}: add it to ${CMAKE_CURRENT_LIST_FILE}")
  endif()
  set(file ${DIRECTORY}/${path})
  file(SIZE ${file} size)
  # The hash also makes the assembler file differ when only the content does, so that it is assembled again.
  file(SHA256 ${file} hash)
  string(SUBSTRING ${hash} 0 32 hash)
  set(symbol drawbar_embedded_${index})
  string(APPEND assembly ".balign 16\n.global ${symbol}\n${symbol}:\n.incbin \"${file}\"\n/* ${hash} */\n")
  string(APPEND symbols "extern \"C\" const char ${symbol}[];\n")
  string(APPEND rows "    EmbeddedFile{\"/${path}\", \"${type_${extension}}\", {${symbol}, ${size}}, \"\\\"${hash}\\\"\"},\n")
  math(EXPR index "${index} + 1")
endforeach()
string(APPEND assembly ".section .note.GNU-stack,\"\",@progbits\n")

file(WRITE ${ASSEMBLY} "${assembly}")
file(WRITE ${TABLE} "${symbols}
namespace drawbar::server {
namespace {
constexpr std::array<EmbeddedFile, ${count}> kTable{{
${rows}}};
}  // namespace
}  // namespace drawbar::server
")
