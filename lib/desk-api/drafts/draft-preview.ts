import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { Line } from '@/lib/sheet/schema/line'

/** The first lines of a large draft, which are shown while all its lines load. */
export interface DraftPreview {
  /** Lines of the whole draft. */
  readonly lineCount: number
  readonly lines: readonly Line[]
  /** What became of their orders on the connection in use. */
  readonly outcomes: readonly OrderOutcome[]
}
