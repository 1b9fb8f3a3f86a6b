import { type Rows, rowsFor } from "./row.js";

/** Databases and their shells, queues, and the migrations of frameworks. */
export const databases: Rows = {
  ...rowsFor(
    "psql mysql mariadb sqlite3 sqlite sqlcmd sqlplus clickhouse clickhouse-client cockroach duckdb snowsql trino presto beeline " +
      "hive impala-shell isql usql pgcli mycli litecli cqlsh spark-sql libsql influx surreal ksql",
    { sql: true },
  ),
  ...rowsFor("dropdb pg_dropcluster", { deletes: { wide: [""] } }),
  dropuser: { deletes: { commands: [""], forced: /^$/ } },
  mysqladmin: { deletes: { commands: ["drop"], forced: /^(?:-f|--force)$/ } },
  ...rowsFor("redis-cli valkey-cli keydb-cli", { deletes: { commands: [], wide: ["flushall", "flushdb"] } }),
  ...rowsFor("mongosh mongo", { sql: true }),
  ...rowsFor("kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh", {
    deletes: { also: ["--delete"] },
  }),
  ...rowsFor("rabbitmqctl rabbitmqadmin nats pulsar-admin", { deletes: { also: ["reset", "force_reset"] } }),
  // Migrations.
  ...rowsFor("rails rake", {
    sql: true,
    deletes: {
      also: ["db:reset|db:purge|db:schema:load|db:structure:load|db:truncate_all|db:migrate:reset|db:seed:replant"],
      except: ["destroy", "d", "tmp:*", "log:*", "assets:*"],
      hasTests: true,
    },
  }),
  artisan: {
    deletes: {
      commands: ["migrate:fresh|migrate:refresh|migrate:reset|db:wipe|queue:flush|schema:drop|model:prune"],
      hasTests: true,
    },
  },
  ...rowsFor("manage.py django-admin", {
    sql: true,
    deletes: { commands: ["flush|reset_db|reset_schema", "migrate * zero", "clear_index"], hasTests: true },
  }),
  ...rowsFor("console symfony drush wp", {
    deletes: {
      also: ["sql-drop|sql:drop|sqlq", "db reset|drop|clean", "site empty"],
      except: ["cache:*", "cache *", "transient *", "rewrite *"],
      hasTests: true,
    },
  }),
  mix: { deletes: { commands: ["ecto.drop|ecto.reset", "do ecto.drop|ecto.reset", "hex.retire"], hasTests: true } },
  prisma: {
    sql: true,
    deletes: { commands: ["migrate reset", "db push --accept-data-loss|--force-reset"], hasTests: true },
  },
  ...rowsFor("typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm sequelize sequelize-cli knex", {
    deletes: { also: ["schema:drop|schema:fresh", "db:migrate:undo:all", "migrate:rollback --all"], hasTests: true },
  }),
  "drizzle-kit": { deletes: { commands: ["drop", "push --force"], hasTests: true } },
  dotnet: { deletes: { commands: ["ef database drop", "nuget delete", "ef database update 0"] } },
  ...rowsFor("alembic flask", {
    deletes: { commands: ["downgrade base", "db downgrade base", "db drop"], hasTests: true },
  }),
  ...rowsFor("flyway liquibase atlas-migrate", {
    deletes: { commands: ["clean", "drop-all|dropall", "schema clean"] },
  }),
  ...rowsFor("gradle gradlew mvn mvnw", {
    deletes: {
      commands: ["flywayclean|flyway:clean|liquibase:dropall|dropall", "* flywayclean|flyway:clean|liquibase:dropall"],
    },
  }),
  "sea-orm-cli": { deletes: { commands: ["migrate fresh|refresh|reset"], hasTests: true } },
  ...rowsFor("diesel sqlx dbmate goose migrate edgedb gel hasura", {
    deletes: { also: ["database reset", "* reset", "reset", "down -all", "* down-to"], hasTests: true },
  }),
};
