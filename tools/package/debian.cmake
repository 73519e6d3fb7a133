# The Debian packages, one for each component that is asked for.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME drawbar)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL programs development)
if(TARGET drawbar_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "drawbar developers <drawbar@drawbar.example.net>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(about "physics server for training simulators")
set(long "Rigid bodies with joints, contacts, springs and DC drives in 40 ms frames,\nthe same to the last bit every time, streamed to consoles, instructors and\nvisualizers; recordings that re-simulate exactly.")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME drawbar)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "${about}\n${long}")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "${about}\n${long}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME drawbar-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libeigen3-dev, libflatbuffers-dev, libexpected-dev, libssl-dev, zlib1g-dev, libpng-dev, libzstd-dev, libfmt-dev, libxxhash-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about} (libraries)\n${long}\n.\nThese are the engine, the scene loader and the protocol as static libraries.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-drawbar)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${about} (Python)\n${long}\n.\nThis is the module drawbar: worlds in the process, recordings, the client.")

# What Debian wants of every package.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(READ ${CMAKE_SOURCE_DIR}/LICENSE license)
foreach(pair programs:drawbar development:drawbar-dev python:python3-drawbar)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${package})
  file(WRITE ${folder}/changelog "${package} (${PROJECT_VERSION}) stable; urgency=medium\n\n  * See the README's Changes.\n\n -- drawbar developers <drawbar@drawbar.example.net>  ${date}\n")
  file(WRITE ${folder}/copyright "drawbar\n\n${license}")
  file(ARCHIVE_CREATE OUTPUT ${folder}/changelog.gz PATHS ${folder}/changelog FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  install(FILES ${folder}/changelog.gz ${folder}/copyright DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

# The service's user, and the unit known to systemd.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/postinst [=[#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
  systemd-sysusers drawbar.conf || true
  systemctl daemon-reload || true
fi
]=])
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/prerm [=[#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl stop drawbard.service || true
fi
]=])
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/postrm [=[#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
  rm -rf /var/lib/private/drawbar /etc/drawbar
fi
]=])
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_BINARY_DIR}/postinst ${CMAKE_CURRENT_BINARY_DIR}/prerm ${CMAKE_CURRENT_BINARY_DIR}/postrm)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
