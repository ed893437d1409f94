import 'server-only'

/** Tables of what blanks are filled from. */
export interface FillTables {
  /** What is known of the goods behind an item code. */
  product_master: {
    /** The code as exports write it, without outer blanks: a SKU, or a shop's own id of a product. */
    code: string
    /** Of an option: the code of its product, which says what the option does not. */
    parent: string | null
    /** As the fields say it, in lower case, to be looked for. */
    name: string
    /** JSON object by column id (`items[].imageUrl`): {text, by}. */
    fields: string
    /** Who wrote last: a registration, a draft of products, or somebody on the page. */
    source: MasterSource
    updated_at: string
    updated_by: string | null
  }
  /** One row, 'registered': up to when registered products were taken over. Whoever writes products holds it first. */
  product_master_progress: {
    id: string
    at: string
  }
  /** Named sets of texts for blanks, at most one of a sheet its default. */
  fill_preset: {
    /** `orders/japan`, … (lib/sheet/sheets.ts). */
    sheet: string
    name: string
    /** JSON object of texts by column id. */
    texts: string
    is_default: number
    updated_at: string
    updated_by: string
  }
}

export type MasterSource = 'registered' | 'uploaded' | 'typed'
