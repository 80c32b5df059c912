"""Tables are handed from function to function of a kernel by one pointer.

numba hands a named tuple over by all of its values: a table of 47 arrays is 300 arguments, which each function takes
apart and puts together again. Here it is a pointer to where they stand. They never change, and LLVM is told so
(`invariant.load`): it keeps them in registers where that pays.

numba is imported with this module.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

N_ITEMS, ITEM_SIZE, DATA, SHAPE, STRIDES = range(2, 7)
"""What numba's structure of an array has, after two counts of references."""


class Reference(types.Type):
    """A pointer to the values of a named tuple; *table* is numba's type of that."""

    def __init__(self, table: Any) -> None:
        self.table = table
        super().__init__(f"reference({table})")


@register_model(Reference)
class _Pointer(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Reference) -> None:
        super().__init__(manager, of, manager.lookup(of.table).get_value_type().as_pointer())


@infer_getattr
class _Fields(AttributeTemplate):
    key = Reference

    def generic_resolve(self, of: Reference, name: str) -> Any:  # type: ignore[override]
        if name not in of.table.fields:
            return None
        found = of.table[of.table.fields.index(name)]
        return Reference(found) if isinstance(found, types.BaseNamedTuple) else found


@lower_getattr_generic(Reference)
def _field(context: Any, builder: Any, of: Reference, pointer: Any, name: str) -> Any:
    number = of.table.fields.index(name)
    at = cgutils.gep_inbounds(builder, pointer, 0, number)
    found = of.table[number]
    if isinstance(found, types.BaseNamedTuple):
        return at
    if isinstance(found, types.Array) and found.layout == "C":
        return _contiguous(context, builder, found, at)
    return _loaded(builder, at)


def _loaded(builder: Any, at: Any) -> Any:
    """What stands there, structures value by value."""
    kind = at.type.pointee
    if not isinstance(kind, ir.Aggregate):
        return _unchanging(builder, at)
    found = ir.Constant(kind, ir.Undefined)
    for number in range(len(kind)):
        found = builder.insert_value(found, _loaded(builder, cgutils.gep_inbounds(builder, at, 0, number)), number)
    return found


def _unchanging(builder: Any, at: Any) -> Any:
    found = builder.load(at)
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


def _contiguous(context: Any, builder: Any, of: types.Array, at: Any) -> Any:
    """An array: where its items are, and how many; the rest follows."""
    kind = context.get_value_type(of)
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(of.dtype)))
    shape = [_unchanging(builder, cgutils.gep_inbounds(builder, at, 0, SHAPE, axis)) for axis in range(of.ndim)]
    found = builder.insert_value(
        ir.Constant(kind, None), _unchanging(builder, cgutils.gep_inbounds(builder, at, 0, DATA)), DATA
    )
    found = builder.insert_value(found, size, ITEM_SIZE)
    items, stride = context.get_constant(types.intp, 1), size
    for axis in reversed(range(of.ndim)):
        found = builder.insert_value(found, shape[axis], (SHAPE, axis))
        found = builder.insert_value(found, stride, (STRIDES, axis))
        stride = builder.mul(stride, shape[axis]) if axis else stride
        items = builder.mul(items, shape[axis]) if axis < of.ndim - 1 else shape[axis]
    return builder.insert_value(found, items, N_ITEMS)


@unbox(Reference)
def _of_python(of: Reference, one: Any, c: Any) -> Any:
    values = c.unbox(of.table, one)
    at = cgutils.alloca_once_value(c.builder, values.value)
    # LLVM does not see through this, so it cannot move a read before the values are written.
    opaque = ir.InlineAsm(ir.FunctionType(at.type, [at.type]), "", "=r,0,~{memory}", side_effect=True)
    return NativeValue(c.builder.call(opaque, [at]), is_error=values.is_error, cleanup=values.cleanup)


def refer_to(table: type) -> None:
    """Hand tuples of the class *table* over as references from now on."""
    of_tuple = typeof_impl.dispatch(tuple)
    typeof_impl.register(table)(lambda one, context: Reference(of_tuple(one, context)))
