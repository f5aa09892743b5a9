# What makes the build short: nothing here changes the module that comes out.

# The compiler's garbage collection costs 7 % of its time and saves memory that is there.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(feltprint_flags INTERFACE --param=ggc-min-expand=10000
                                                   --param=ggc-min-heapsize=1000000)
endif()

# Compiles the units of each folder of src/ as one, with the common headers read once.
#
# A unit that holds a kernel for several instruction sets stays by itself: each brings the same
# namespaces. The build with warnings as errors joins nothing, so that no include can go missing.
function(join_units target)
  if(FELTPRINT_WERROR)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" kernels REGEX "isa_kernels.inc")
    if(NOT kernels)
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(GET folder FILENAME layer)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${layer})
    endif()
  endforeach()
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <cmath> <cstdint> <span>
                            <string> <utility> <vector>)
endfunction()

# Compiles the units of a target as two of about the same size: each alone would spend seconds on
# the same templates.
function(join_halves target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  set(half 0)
  foreach(source IN LISTS sources)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP half_${half})
    math(EXPR half "1 - ${half}")
  endforeach()
endfunction()
