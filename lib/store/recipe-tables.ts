import 'server-only'

/** Tables of what was remembered of files. */
export interface RecipeTables {
  /** How files with one set of headings are read, for all operators. */
  kept_recipe: {
    id: string
    /** `orders/japan`, … (lib/sheet/sheets.ts). */
    sheet: string
    /** Of the set of headings (lib/intake/fingerprint.ts); one recipe a sheet. */
    fingerprint: string
    name: string
    /** JSON of a Recipe (lib/intake/recipe.ts). */
    recipe: string
    created_by: string
    created_at: string
    updated_by: string
    updated_at: string
    last_used_at: string | null
    uses: number
  }
}
