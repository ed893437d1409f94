import type { Texts } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import { addNeeds, noNeeds } from './fill-needs'
import type { Fillable } from './fill-orders'
import type { FillSources, Preset } from './fill-sources'
import type { PostalLookup } from './postal'

/** Where whoever fills asks for what blanks are filled from. */
export interface FillLookups {
  /** The sheet's default preset; undefined: it has none. */
  preset(sheet: SheetId): Promise<Preset | undefined>
  /** All codes that the product master knows; undefined: there are many, and it is to be asked for each. */
  codes(): Promise<ReadonlySet<string> | undefined>
  /**
   * Of the product master: texts of item columns, by those of the codes that it knows. Of a code that it writes in
   * another case, and in no two, with `ALIKE`.
   */
  products(codes: readonly string[]): Promise<ReadonlyMap<string, Texts>>
  /** The table of postal codes. */
  postal(): Promise<PostalLookup>
}

/**
 * What was asked for while a file was filled. Each thing is asked for once, so whoever fills by the same answers again
 * fills the same. What cannot be asked for fills nothing: a file comes in also while the server is away.
 */
export class FillAnswers {
  private readonly preset: Promise<Preset | undefined>
  private readonly codes: Promise<ReadonlySet<string> | undefined>
  private readonly asked = new Set<string>()
  private readonly products = new Map<string, Texts>()
  private postal: Promise<PostalLookup | undefined> | undefined

  /** Asks at once for what does not depend on any line. */
  constructor(
    readonly sheet: SheetId,
    private readonly lookups: FillLookups,
  ) {
    this.preset = ifThere(lookups.preset(sheet))
    // Codes that differ in case may be the same: whether they are, the master says.
    this.codes = ifThere(
      lookups.codes().then(codes => codes && new Set([...codes].map(code => code.toLowerCase()))),
    )
  }

  /** Whether anything was asked for that depends on lines. */
  get hasAsked(): boolean {
    return this.asked.size > 0
  }

  /** Asks for what some lines need beside what is known. @returns all that is known then */
  async sourcesFor(lines: readonly Pick<Fillable, 'said'>[]): Promise<FillSources> {
    const known = await this.codes
    const needs = noNeeds()
    for (const line of lines) addNeeds(needs, column => line.said(column), known)
    const codes = [...needs.codes].filter(code => !this.asked.has(code))
    for (const code of codes) this.asked.add(code)
    if (needs.postal.size > 0) this.postal ??= ifThere(this.lookups.postal())
    const [preset, postal, found] = await Promise.all([
      this.preset,
      this.postal,
      codes.length > 0 ? ifThere(this.lookups.products(codes)) : undefined,
    ])
    for (const [code, texts] of found ?? []) this.products.set(code, texts)
    return { preset, postal, products: this.products }
  }
}

const ifThere = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)
