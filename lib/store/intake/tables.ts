import 'server-only'
import type { Generated } from 'kysely'
import type { ExceededQuota } from '@/lib/store/drafts/tables'

/**
 * How far a file is. `receiving`: its bytes are being stored · `received`: they are stored · `drafted`: its
 * draft exists, its lines are being saved · `saved`: all lines are saved · `done`: its check was requested, or a
 * person is needed.
 */
export type IntakeState = 'receiving' | 'received' | 'drafted' | 'saved' | 'done'

/**
 * The result of a file. `imported`: its lines are in the draft · `question`: a person must answer what the import asks
 * · `unreadable`: it is not a file of orders · `gone`: reading it took too much time or memory.
 */
export type IntakeOutcome = 'imported' | 'question' | 'unreadable' | 'gone'

/** Tables of files that arrive without a person. */
export interface IntakeTables {
  intake_file: {
    /** Also the id of the original beside its draft (`source.id`). */
    id: string
    /** The hash of its contents; with a suffix for a file that is imported once more on purpose. */
    identity: string
    /** The key of the program and the Idempotency-Key of its request. */
    request_key: string | null
    sha256: string
    name: string
    /** In bytes. */
    size: number
    origin: 'folder' | 'api'
    operator_id: string
    /** The sheet that must be filled; null: the one that the file fits. */
    sheet: string | null
    /** The connection on which it is checked; null: the default one. */
    connection_id: string | null
    /** Chosen on arrival; the draft is created later. */
    draft_id: string
    state: IntakeState
    /** null until the state is `done`. */
    outcome: IntakeOutcome | null
    /** JSON of IntakeReason (lib/desk/intake/reason.ts). */
    reason: string | null
    /** JSON of IntakeCounts (lib/desk/intake/import-step.ts). */
    counts: string | null
    /** The id of its check. */
    check_run: string | null
    /** The process that works on it, and until when others skip it. */
    owner: string | null
    lease_until: string | null
    /** Processes that ended while they worked on it. */
    crashes: Generated<number>
    /** Which limit of stored files it exceeds while it waits in the watched folder; null: none, or not known yet. */
    over_quota: ExceededQuota | null
    /** When it was last seen waiting there (ISO 8601). */
    over_quota_at: string | null
    created_at: string
    updated_at: string
  }
}
