import 'server-only'
import type { Generated } from 'kysely'

export interface FillTables {
  /** Known texts of a product code. */
  product_master: {
    /** The code as files write it, trimmed: a SKU, or a shop's product id. */
    code: string
    /** Of an option: the code of its product, from which it inherits texts. */
    parent: string | null
    /** The product's name in lower case, for the search. */
    name: string
    /** JSON object by column id (`items[].imageUrl`): {text, by}. */
    fields: string
    /** The last writer: a registration, a draft of products, or an operator. */
    source: MasterSource
    updated_at: string
    updated_by: string | null
  }
  /**
   * One row, 'registered': up to when registered products were synchronised. Writers of products lock it
   * first.
   */
  product_master_progress: {
    id: string
    at: string
  }
  /** Presets: named default texts, at most one default per sheet. */
  fill_preset: {
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    name: string
    /** JSON object of texts by column id. */
    texts: string
    is_default: number
    /** JSON array: keys of the shops whose imports it fills (lib/import/match/shop-keys.ts). */
    shops: Generated<string>
    updated_at: string
    updated_by: string
  }
}

export type MasterSource = 'registered' | 'uploaded' | 'typed'

export interface RecipeTables {
  /** The recipe for files with one set of headings, shared by all operators. */
  kept_recipe: {
    id: string
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    /** Of the set of headings (lib/import/recipe/recipe-file.ts); unique per sheet. */
    fingerprint: string
    name: string
    /** JSON of a Recipe (lib/import/recipe/recipe.ts). */
    recipe: string
    created_by: string
    created_at: string
    updated_by: string
    updated_at: string
    last_used_at: string | null
    uses: number
  }
}

export interface RuleTables {
  /** A correction that is repeated on imports. */
  import_rule: {
    id: string
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    /** Its place in the list of all rules; rules are applied in this order. */
    position: number
    /** Fingerprint of what the rule is about; a newer rule about the same replaces the older one. */
    topic: string
    is_enabled: number
    /** JSON of the other members of an ImportRule (lib/import/rules/rule.ts). */
    rule: string
    created_by: string
    created_at: string
    updated_by: string
    updated_at: string
  }
}
