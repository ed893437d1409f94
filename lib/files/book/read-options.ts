import type { JsonFormat } from '@/lib/files/text/json-reader'
import type { Book, Encoding } from './book'
import type { ReadFailure } from './read-error'

/** How a file is read. What is not set is detected. */
export interface FileReadOptions {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly password?: string
  /**
   * Rates how many headings of a line are known, 0 for none. It decides between encodings that all fit the bytes of a
   * file.
   */
  readonly headingScore?: (headings: string[]) => number
  /** How the records of JSON files become rows. */
  readonly jsonFormat?: JsonFormat
  /** Receives the share that is done, 0 to 1. */
  readonly onProgress?: (done: number) => void
  /** Ends the reading, which then throws the reason of the signal. */
  readonly signal?: AbortSignal
}

/** A book, or why the file cannot be read. */
export type FileReadResult =
  | { readonly ok: true; readonly book: Book }
  | { readonly ok: false; readonly failure: ReadFailure }
