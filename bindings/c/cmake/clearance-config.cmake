# find_package(clearance CONFIG): the targets clearance::clearance (shared) and clearance::static.
get_filename_component(_clearance_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET clearance::clearance)
  add_library(clearance::clearance SHARED IMPORTED)
  set_target_properties(clearance::clearance PROPERTIES
    IMPORTED_LOCATION "${_clearance_prefix}/lib/@FILE@"
    IMPORTED_SONAME "@SONAME@"
    INTERFACE_INCLUDE_DIRECTORIES "${_clearance_prefix}/include")
  add_library(clearance::static STATIC IMPORTED)
  set_target_properties(clearance::static PROPERTIES
    IMPORTED_LOCATION "${_clearance_prefix}/lib/libclearance.a"
    INTERFACE_LINK_LIBRARIES "pthread;dl;m"
    INTERFACE_INCLUDE_DIRECTORIES "${_clearance_prefix}/include")
endif()
