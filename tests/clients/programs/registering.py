"""A plugin of pytest: ir_measures asks evalsql first."""

from evalsql.compat import ir_measures

ir_measures.register()
