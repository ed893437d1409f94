import 'server-only'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type Db, database } from '@/lib/store/db/database'
import { countDraftStatuses, type DraftStatusCounts, listActiveRuns } from '@/lib/store/drafts/status'

/** Operations that judge a whole draft. A registration of products judges only those that it sends. */
const checkOperations = Object.values(sheets).flatMap(({ check }) => check ?? [])

/** What is known of drafts: the status of their records in each environment, and the kind of their active run. */
interface StatusesOfDrafts {
  readonly counts: readonly DraftStatusCounts[]
  readonly activeRuns: ReadonlyMap<string, 'check' | 'register'>
}

/** Reads the statuses of drafts, of each once: several parts of a page show the same drafts. */
export class DraftStatuses {
  private readonly known = new Map<string, Promise<StatusesOfDrafts>>()

  constructor(private readonly db: Db) {}

  /** @returns also statuses of other drafts that were asked for before */
  async of(ids: readonly string[]): Promise<StatusesOfDrafts> {
    const missing = ids.filter(id => !this.known.has(id))
    if (missing.length > 0) {
      const reading = this.read(missing)
      for (const id of missing) this.known.set(id, reading)
    }
    const parts = await Promise.all(new Set(ids.flatMap(id => this.known.get(id) ?? [])))
    return {
      counts: parts.flatMap(({ counts }) => counts),
      activeRuns: new Map(parts.flatMap(({ activeRuns }) => [...activeRuns])),
    }
  }

  private async read(ids: readonly string[]): Promise<StatusesOfDrafts> {
    return {
      counts: await countDraftStatuses(this.db, ids, checkOperations),
      activeRuns: await listActiveRuns(this.db, ids),
    }
  }
}

/** The statuses that all parts of one page share. */
export const openDraftStatuses = async () => new DraftStatuses((await database()).longReads)
