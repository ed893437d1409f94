import { readPageNumber } from '@/app/(desk)/page-number'
import { Sections } from '@/app/(desk)/settings/sections'
import { takeOverRegistered } from '@/app/fill/take-over'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { countProducts, listProducts } from '@/lib/store/product-list'
import { words } from '@/lib/words/server'
import { Desk } from './desk'
import { Pages } from './pages'
import { Search } from './search'

const say = words('fill.master')

export const metadata = { title: say('title') }

/** Codes of one page. */
const PAGE = 50
/** Longest text that is looked for. */
const LONGEST = 100

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** What is known of the goods behind item codes. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  const query = await searchParams
  const text = [query.q ?? ''].flat()[0]?.slice(0, LONGEST).replaceAll('\u0000', '').toWellFormed() ?? ''
  const page = readPageNumber(query.page)
  const opened = await database()
  await takeOverRegistered(opened)
  const count = await countProducts(opened.longReads, text)
  const products = await listProducts(opened.longReads, text, PAGE, (page - 1) * PAGE)
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Sections />
      </PageBar>
      <Search text={text} count={count} />
      <Desk products={products} isSearch={text !== ''} mayEdit={isAtLeast(role, 'editor')}>
        <Pages text={text} page={page} size={PAGE} count={count} />
      </Desk>
    </>
  )
}
