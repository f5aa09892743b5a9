# Makes the evaluator's tables with our own program and links them into the core.
#
# The program asserts what it makes; a wrong constant fails the build and says which one.
set(FELTPRINT_TABLES_SOURCE "${CMAKE_CURRENT_BINARY_DIR}/evaluator_tables.cpp")
add_executable(feltprint_make_tables src/cards/table_generator.cpp src/cards/row_packing.cpp
                                     src/cards/card.cpp src/error.cpp)
target_include_directories(feltprint_make_tables PRIVATE include src)
target_compile_options(feltprint_make_tables PRIVATE -O1)
set_target_properties(feltprint_make_tables PROPERTIES UNITY_BUILD ON)
target_link_libraries(feltprint_make_tables PRIVATE feltprint_flags)
add_custom_command(
  OUTPUT "${FELTPRINT_TABLES_SOURCE}"
  COMMAND feltprint_make_tables "${FELTPRINT_TABLES_SOURCE}"
  DEPENDS feltprint_make_tables
  COMMENT "Making the evaluator's tables")
# A library of its own, for whoever links the core: compiling the core need not wait for it.
add_library(feltprint_tables STATIC "${FELTPRINT_TABLES_SOURCE}")
target_include_directories(feltprint_tables PRIVATE include)
target_link_libraries(feltprint_tables PRIVATE feltprint_flags)
target_link_libraries(feltprint_core INTERFACE feltprint_tables)
