"""Run by Alembic: the connection comes from `upgrade`."""

from alembic import context

from inarow.web.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
