# Script: copies the page's sources beside node_modules, generates TypeScript from the schemas, checks and bundles.

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${WORKSHOP} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

# Copied afresh, so that a file deleted from the sources is gone here too.
file(REMOVE_RECURSE ${WORKSHOP}/src ${WORKSHOP}/public ${WORKSHOP}/test ${WORKSHOP}/generated)
foreach(name src public test index.html package.json compress.mjs tsconfig.json vite.config.ts)
  file(COPY ${SOURCE}/${name} DESTINATION ${WORKSHOP})
endforeach()

run(${FLATC} --ts --gen-object-api -o ${WORKSHOP}/generated ${SCHEMAS})
# One module per namespace, wherever the schemas keep its types: import * as stream from "#protocol/stream".
foreach(namespace control record scene stream)
  file(GLOB modules RELATIVE ${WORKSHOP}/generated ${WORKSHOP}/generated/drawbar/${namespace}/*.ts)
  set(exports "")
  foreach(module ${modules})
    string(REGEX REPLACE "\\.ts$" "" module ${module})
    string(APPEND exports "export * from \"./${module}\";\n")
  endforeach()
  file(WRITE ${WORKSHOP}/generated/${namespace}.ts "${exports}")
endforeach()

run(${NPM} run --silent build)

file(REMOVE_RECURSE ${OUTPUT})
file(COPY ${WORKSHOP}/dist/ DESTINATION ${OUTPUT})
