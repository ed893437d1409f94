import type { Encoding } from './book'

/** Three lines of a file, decoded in an encoding that may be the right one. */
export interface EncodingPreview {
  readonly encoding: Encoding
  readonly lines: readonly string[]
}

/** Why a file was not read. The sentence for each code is in `lib/words`, under `intake.failure`. */
export type ReadFailure = {
  /** Name of the file of an archive in which it happened. */
  readonly within?: string
} & (
  | { readonly code: 'password_needed' | 'password_wrong' }
  /** Several encodings fit. */
  | { readonly code: 'encoding_unclear'; readonly previews: readonly EncodingPreview[] }
  /** `unsolved`: the file contains only formulas without results. */
  | { readonly code: 'no_encoding' | 'empty' | 'unsolved' | 'not_a_table' | 'broken' }
  /** `at`: the row of the file, from 1. */
  | { readonly code: 'unclosed_quote' | 'lost_letters'; readonly at: number }
  /** `at`: the line of the text, from 1, as an editor counts. */
  | { readonly code: 'broken_letter'; readonly at: number }
  | {
      readonly code: 'too_many_rows' | 'too_many_columns' | 'too_many_cells' | 'cell_too_long'
      readonly most: number
    }
  /** `most`: in megabytes of 1024 × 1024 bytes. */
  | { readonly code: 'too_large' | 'expands_too_far'; readonly most: number }
  /** `found`: the kind of file, such as PDF. */
  | { readonly code: 'unsupported'; readonly found: string }
  /** An archive that is not opened; `found` is its kind, or `nested` for an archive in another. */
  | { readonly code: 'packed'; readonly found: string }
  /** Encrypted in a way for which no password is asked. */
  | { readonly code: 'locked'; readonly found: 'zip' | 'file' }
)

/** Thrown inside a reader that cannot read its file; `readFile` returns it as a value. */
export class ReadError extends Error {
  constructor(readonly failure: ReadFailure) {
    super(failure.code)
    this.name = 'ReadError'
  }
}

/** The error of a file that contradicts itself: it was cut short, or damaged. */
export const damagedFile = (): ReadError => new ReadError({ code: 'broken' })
