import { Pages } from '@/app/(desk)/lists/pages'
import { readPositiveInteger } from '@/app/(desk)/lists/positive-integer'
import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listMasterProducts } from '@/lib/desk/master/product-master'
import { readSorting } from '@/lib/desk-api/sorting'
import { getTranslations } from '@/lib/words/server'
import { ProductsScreen } from './products-screen'
import { Search } from './search'

const t = getTranslations('fill.master')

export const generateMetadata = () => ({ title: t('title') })

/** Codes of one page. */
const PAGE_SIZE = 50
/** Columns that the list can be sorted by. */
const sortable = ['code', 'name', 'source'] as const
/** The longest search text. */
const MAX_QUERY_LENGTH = 100

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The product master: facts by item code. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  const query = await searchParams
  const text =
    [query.q ?? ''].flat()[0]?.slice(0, MAX_QUERY_LENGTH).replaceAll('\u0000', '').toWellFormed() ?? ''
  const sort = typeof query.sort === 'string' ? query.sort : ''
  const page = readPositiveInteger(query.page)
  const sorting = readSorting(query.sort, sortable, { column: 'code', isDescending: false })
  const { count, products } = await listMasterProducts(text, { size: PAGE_SIZE, page, sorting })
  return (
    <Words areas={['columns.items', 'fill.master', 'failures', 'settings.sections']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      <ProductsScreen
        products={products}
        sorting={sorting}
        isSearch={text !== ''}
        mayEdit={isAtLeast(role, 'editor')}
        search={<Search text={text} count={count} />}
      >
        <Pages
          path="/settings/products"
          query={new URLSearchParams({ ...(text && { q: text }), ...(sort && { sort }) })}
          page={page}
          size={PAGE_SIZE}
          count={count}
          words={{ previous: t('previous'), next: t('next') }}
        />
      </ProductsScreen>
    </Words>
  )
}
