import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import type { SentLine, SentRemoval } from '@/lib/sheet/merge'
import type { SheetId } from '@/lib/sheet/sheets'

/** A save of one workbench. The same `seq` again is the same save, and gets the same answer. */
export interface SaveRequest {
  readonly draftId: string
  readonly sheetId: SheetId
  /** Registered lines are locked by the connection in use. */
  readonly connectionId: string
  readonly name: string
  /** Orders or products that the sheet counts now. */
  readonly records: number
  readonly sitting: string
  /** Saves of a sitting are counted from 1. */
  readonly seq: number
  /** The revision of the draft, up to which the sitting knows everything. */
  readonly seen: number
  readonly lines: readonly SentLine[]
  readonly removes: readonly SentRemoval[]
}

/** What became of a save. */
export interface SaveAnswer {
  /** Lines at the service that were to say something else, or to go. */
  readonly refused: number
  /** Of the draft, after this save. */
  readonly revision: number
  /** Lines that are on the server otherwise than the sitting believes. */
  readonly there: readonly Line[]
  /** Whose texts were written over; `kept`: who wrote into a line that stays for it. */
  readonly met: readonly Meeting[]
}

/** Somebody; `isYou`: the same operator in another tab. '' is a name that nobody knows any more. */
export interface Somebody {
  readonly name: string
  readonly isYou: boolean
}

/** Two people meant different things by one line (lib/sheet/merge.ts): `by` is the other one. */
export interface Meeting {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: LineId
  /** What stood there before, by column. */
  readonly texts: Texts
  readonly by: Somebody
}

/** A meeting that a sitting is told of, of which it was the earlier part. */
export interface Told extends Meeting {
  readonly id: string
  readonly revision: number
}

/** How far a workbench has read a draft: all of the revisions before, and of this one the lines up to this id. */
export interface Cursor {
  readonly revision: number
  readonly line: string
}

/** What others did to a draft, in pieces. */
export interface DraftChanges {
  readonly name: string
  readonly revision: number
  /** Too long ago: all lines are to be read again. */
  readonly isOutdated: boolean
  readonly lines: readonly (Line & { readonly by: string })[]
  readonly removed: readonly { readonly id: LineId; readonly by: string }[]
  /** Who `by` names. */
  readonly people: Readonly<Record<string, Somebody>>
  /** Where the next piece begins; null: that was all. */
  readonly next: Cursor | null
  /** Who else has the draft open. */
  readonly present: readonly Somebody[]
  readonly told: readonly Told[]
}
