// Values of any Python objects, each refused by what was expected: attributes, items, numbers,
// text.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "feltprint/error.hpp"

namespace feltprint {

inline pybind11::object interned(const char* text) {
  return pybind11::reinterpret_steal<pybind11::object>(PyUnicode_InternFromString(text));
}

inline pybind11::object get(pybind11::handle object, const pybind11::object& name) {
  PyObject* value = PyObject_GetAttr(object.ptr(), name.ptr());
  if (value == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(value);
}

// Items of a list or tuple, or a ConfigError for an index that it has not.
class Items {
 public:
  explicit Items(const pybind11::object& object)
      : list_(pybind11::reinterpret_steal<pybind11::object>(
            PySequence_Fast(object.ptr(), "not a list"))) {
    if (!list_) throw pybind11::error_already_set();
  }
  int size() const { return static_cast<int>(PySequence_Fast_GET_SIZE(list_.ptr())); }
  pybind11::object operator[](int index) const {
    if (index < 0 || index >= size()) {
      throw ConfigError("expected an index below " + std::to_string(size()) + ", found " +
                        std::to_string(index));
    }
    return pybind11::reinterpret_borrow<pybind11::object>(
        PySequence_Fast_GET_ITEM(list_.ptr(), index));
  }

 private:
  pybind11::object list_;
};

[[noreturn]] inline void reject(const char* expected, pybind11::handle found) {
  PyErr_Clear();
  throw ConfigError(std::string("expected ") + expected + ", found " +
                    std::string(pybind11::repr(found)));
}

inline int integer(pybind11::handle object) {
  const long value = PyLong_AsLong(object.ptr());
  if ((value == -1 && PyErr_Occurred() != nullptr) ||
      value != static_cast<long>(static_cast<int>(value))) {
    reject("a whole number of 32 bits", object);
  }
  return static_cast<int>(value);
}

inline std::string_view text_of(pybind11::handle object) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) reject("text", object);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace feltprint
