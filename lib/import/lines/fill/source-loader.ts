import { ITEM_CODE, productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Fillable, FillSources, Preset } from './order-filler'
import { type PostalLookup, postalDigits } from './postal'

/** A preset as the server returns it. */
export interface StoredPreset extends Preset {
  /** Whether every import is filled with it. */
  readonly isDefault: boolean
  /** Keys of the shops whose imports are filled with it (`shopKeys`). */
  readonly shops: readonly string[]
}

/** The preset of a shop; undefined where none was saved for it. */
export const presetOfShop = (
  presets: readonly StoredPreset[],
  shops: readonly string[],
): StoredPreset | undefined => {
  // The first key is the most certain one.
  for (const key of shops) {
    const found = presets.find(preset => preset.shops.includes(key))
    if (found) return found
  }
  return undefined
}

/** The requests that load what blank cells are filled from. */
export interface FillLookups {
  presets(sheet: SheetId): Promise<readonly StoredPreset[]>
  /** All codes of the product master; undefined if there are too many, so that each code has to be requested. */
  codes(): Promise<ReadonlySet<string> | undefined>
  /**
   * Products of the master: texts of item columns by the requested codes. A code that the master has in one other
   * case is returned with `SIMILAR_CODE`.
   */
  products(codes: readonly string[]): Promise<ReadonlyMap<string, Texts>>
  /** The table of postal codes. */
  postal(): Promise<PostalLookup>
}

/**
 * Loads and caches the sources that a file is filled from. Each code is requested once, so filling with the same loader
 * again gives the same result. A failed request fills nothing: a file can be imported while the server is down.
 */
export class FillSourceLoader {
  private readonly presets: Promise<readonly StoredPreset[] | undefined>
  private readonly codes: Promise<ReadonlySet<string> | undefined>
  private readonly requested = new Set<string>()
  private readonly products = new Map<string, Texts>()
  private postal: Promise<PostalLookup | undefined> | undefined

  /** Requests at once what depends on no line. */
  constructor(
    readonly sheet: SheetId,
    private readonly lookups: FillLookups,
  ) {
    this.presets = orUndefined(lookups.presets(sheet))
    // Codes that differ in case may be the same product: the product master decides.
    this.codes = orUndefined(
      lookups.codes().then(codes => codes && new Set([...codes].map(code => code.toLowerCase()))),
    )
  }

  /** Whether anything was requested that depends on lines. */
  get hasRequested(): boolean {
    return this.requested.size > 0
  }

  /**
   * Requests what these lines need and the cache lacks.
   * @param shops keys of the shop that the lines come from
   * @returns all sources that are loaded so far
   */
  async sourcesFor(
    lines: readonly Pick<Fillable, 'textIn'>[],
    shops: readonly string[],
  ): Promise<FillSources> {
    const known = await this.codes
    const needs = emptyNeeds()
    for (const line of lines) addNeeds(needs, column => line.textIn(column), known)
    const codes = [...needs.codes].filter(code => !this.requested.has(code))
    for (const code of codes) this.requested.add(code)
    if (needs.postal.size > 0) this.postal ??= orUndefined(this.lookups.postal())
    const [presets, postal, found] = await Promise.all([
      this.presets,
      this.postal,
      codes.length > 0 ? orUndefined(this.lookups.products(codes)) : undefined,
    ])
    for (const [code, texts] of found ?? []) this.products.set(code, texts)
    return {
      shopPreset: presetOfShop(presets ?? [], shops),
      preset: presets?.find(({ isDefault }) => isDefault),
      postal,
      products: this.products,
    }
  }
}

const orUndefined = <T>(request: Promise<T>): Promise<T | undefined> => request.catch(() => undefined)

/** What has to be requested before lines can be filled: item codes of the product master, digits of postal codes. */
interface FillNeeds {
  readonly codes: Set<string>
  readonly postal: Set<string>
}

export const emptyNeeds = (): FillNeeds => ({ codes: new Set(), postal: new Set() })

const postalCodeColumns = ['recipient.zipCode', 'recipient.importerJapaneseZipCode']

/**
 * Adds what a line needs. The code of an item without blank cells is not requested.
 * @param textIn the line's text in a column
 * @param known all codes of the product master in lower case; undefined if any code may exist
 */
export function addNeeds(
  needs: FillNeeds,
  textIn: (column: string) => string | undefined,
  known?: ReadonlySet<string>,
): void {
  const code = known?.size === 0 ? undefined : textIn(ITEM_CODE)?.trim()
  if (
    code &&
    (known?.has(code.toLowerCase()) ?? true) &&
    productMasterColumns.some(column => isBlank(textIn(column)))
  )
    needs.codes.add(code)
  for (const column of postalCodeColumns) {
    const digits = postalDigits(textIn(column))
    if (digits !== undefined) needs.postal.add(digits)
  }
}
