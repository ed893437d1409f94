import 'server-only'
import { sql } from 'kysely'
import { env } from '@/lib/env'
import { openDatabase } from '@/lib/store/db/database'

// A process that exits with code 3 while a statement of one second runs in a thread.

const { longReads, kysely } = await openDatabase(env())
await sql`insert into service_sequence (name, value) values ('before the end', 1)`.execute(kysely)
// Both statements use the same reader; the first one starts its thread.
await sql`select 1`.execute(longReads)
const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500000)
  select count(*) from n`
void long.execute(longReads).catch(() => {})
setTimeout(() => process.exit(3), 100)
