# Bakes the source digests of the components into the module _core.
#
# Only one generated .cpp holds them, and it is rewritten only when a digest changes, so an edited
# comment recompiles nothing but its own file.
set(FELTPRINT_DIGEST_SCRIPT "${CMAKE_CURRENT_SOURCE_DIR}/../src/feltprint/digests.py")
set(FELTPRINT_DIGEST_SOURCE "${CMAKE_CURRENT_BINARY_DIR}/component_digests.cpp")
file(GLOB_RECURSE FELTPRINT_DIGEST_INPUTS CONFIGURE_DEPENDS
     "${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp" "${CMAKE_CURRENT_SOURCE_DIR}/src/*"
     "${CMAKE_CURRENT_SOURCE_DIR}/bindings/*")

add_custom_command(
  OUTPUT "${FELTPRINT_DIGEST_SOURCE}.stamp"
  BYPRODUCTS "${FELTPRINT_DIGEST_SOURCE}"
  COMMAND "${Python_EXECUTABLE}" -I "${FELTPRINT_DIGEST_SCRIPT}" "${CMAKE_CURRENT_SOURCE_DIR}"
          "${FELTPRINT_DIGEST_SOURCE}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${FELTPRINT_DIGEST_SOURCE}.stamp"
  DEPENDS ${FELTPRINT_DIGEST_INPUTS} "${FELTPRINT_DIGEST_SCRIPT}"
          "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt"
  COMMENT "Digesting the sources of each component")
add_custom_target(feltprint_digests DEPENDS "${FELTPRINT_DIGEST_SOURCE}.stamp")
set_source_files_properties("${FELTPRINT_DIGEST_SOURCE}" PROPERTIES GENERATED TRUE)
target_sources(_core PRIVATE "${FELTPRINT_DIGEST_SOURCE}")
add_dependencies(_core feltprint_digests)
