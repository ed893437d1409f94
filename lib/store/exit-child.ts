import 'server-only'
import { sql } from 'kysely'
import { env } from '@/lib/env'
import { openDatabase } from './database'

// A process that ends by itself, with code 3, while a statement of a second runs in a thread.

const { longReads, kysely } = await openDatabase(env())
await sql`insert into service_sequence (name, value) values ('before the end', 1)`.execute(kysely)
// The same reader takes both; the first has its thread started.
await sql`select 1`.execute(longReads)
const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500000)
  select count(*) from n`
void long.execute(longReads).catch(() => {})
setTimeout(() => process.exit(3), 100)
