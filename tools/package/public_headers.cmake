# public_headers: the headers of the interface and all that they include, by their paths in the sources. These are installed,
# and tools/docs makes the API page of them.
file(GLOB public_headers RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/protocol/*.h ${CMAKE_SOURCE_DIR}/scenes/quantities/*.h ${CMAKE_SOURCE_DIR}/scenes/record/*.h)
list(APPEND public_headers
  physics/world/world.h
  scenes/loader/loader.h scenes/loader/controls_file.h
  scenes/effects/effect_catalogue.h
  scenes/exercise/exercise_loader.h scenes/exercise/library.h scenes/exercise/score.h scenes/exercise/simulation.h)

set(unread ${public_headers})
while(unread)
  list(POP_FRONT unread header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${header})
  file(STRINGS ${CMAKE_SOURCE_DIR}/${header} includes REGEX "^#include \"")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${include}")
    if(EXISTS ${CMAKE_SOURCE_DIR}/${included} AND NOT included IN_LIST public_headers)
      list(APPEND public_headers ${included})
      list(APPEND unread ${included})
    endif()
  endforeach()
endwhile()
list(SORT public_headers)
list(JOIN public_headers "\n" lines)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/public_headers.txt "${lines}\n")
