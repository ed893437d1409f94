import { DraftsPage } from '@/app/(desk)/drafts/drafts-page'
import type { ListQuery } from '@/app/(desk)/drafts/list'
import { requireOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'

export const generateMetadata = () => ({ title: getTranslations('workbench.sheets')('products') })

export default async function Page({ searchParams }: { searchParams: Promise<ListQuery> }) {
  await requireOperator()
  return <DraftsPage sheet="products" query={await searchParams} />
}
