import { type RawBuilder, sql } from 'kysely'

/** SQL of the beginning of a moment's business day, in the time zone of the row of `store` with this alias. */
export const dayBegan = (at: Date, alias: string): RawBuilder<Date> => {
  const zone = sql.ref(`${alias}.time_zone`)
  const startHour = sql.ref(`${alias}.day_start_hour`)
  return sql`moment_of_local_time(
    date_trunc('day', (${at}::timestamptz at time zone ${zone}) - make_interval(hours => ${startHour}))
      + make_interval(hours => ${startHour}), ${zone})`
}
