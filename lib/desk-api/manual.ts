import * as z from 'zod'
import { languages } from '@/lib/words/locale/languages'
import { searchSchema } from './search'

/** A search of the manual, in the language that is being read. */
export const manualSearchSchema = searchSchema.extend({ language: z.enum(languages) })

/** A part of the manual that has what was searched for. */
export interface ManualMatch {
  /** The chapter, as its address names it. */
  readonly chapter: string
  readonly chapterTitle: string
  /** The id of the heading; '' for the beginning of the chapter. */
  readonly anchor: string
  readonly title: string
  /** Its text around the first place, in parts: those at odd positions are what was searched for. */
  readonly excerpt: readonly string[]
}

export interface ManualSearchResponse {
  readonly items: readonly (ManualMatch & { readonly href: string })[]
}
