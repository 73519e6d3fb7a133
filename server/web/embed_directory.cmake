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
# Sets `view` to a string_view's braces: the bytes of a file, or nothing where it does not exist.
macro(embed file)
  set(view "{}")
  if(EXISTS ${file})
    file(SIZE ${file} size)
    # The hash also makes the assembler file differ when only the content does, so that it is assembled again.
    file(SHA256 ${file} hash)
    string(SUBSTRING ${hash} 0 32 hash)
    set(symbol drawbar_embedded_${index})
    string(APPEND assembly ".balign 16\n.global ${symbol}\n${symbol}:\n.incbin \"${file}\"\n/* ${hash} */\n")
    string(APPEND symbols "extern \"C\" const char ${symbol}[];\n")
    set(view "{${symbol}, ${size}}")
    math(EXPR index "${index} + 1")
  endif()
endmacro()

set(rows_count 0)
foreach(path ${paths})
  if(path MATCHES "\\.(br|gz)$")
    continue()
  endif()
  string(REGEX MATCH "[^.]*$" extension ${path})
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "no content type is known for ${path}: add it to ${CMAKE_CURRENT_LIST_FILE}")
  endif()
  set(file ${DIRECTORY}/${path})
  embed(${file}.br)
  set(brotli ${view})
  embed(${file}.gz)
  set(gzip ${view})
  embed(${file})
  string(APPEND rows "    EmbeddedFile{\"/${path}\", \"${type_${extension}}\", ${view}, \"${hash}\", ${brotli}, ${gzip}},\n")
  math(EXPR rows_count "${rows_count} + 1")
endforeach()
string(APPEND assembly ".section .note.GNU-stack,\"\",@progbits\n")

file(WRITE ${ASSEMBLY} "${assembly}")
file(WRITE ${TABLE} "${symbols}
namespace drawbar::server {
namespace {
constexpr std::array<EmbeddedFile, ${rows_count}> kTable{{
${rows}}};
}  // namespace
}  // namespace drawbar::server
")
