import { redirect } from 'next/navigation'
import { currentOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'
import { DescriptionPage } from './description-page'

export const generateMetadata = () => ({ title: getTranslations('apiPage')('title') })

/**
 * The API's description, without a sign-in. Operators get it in the desk, from a page of its own: readers without an
 * account do not load the scripts of the desk.
 */
export default async function Page() {
  if (await currentOperator()) redirect('/open-api/desk')
  return <DescriptionPage isInDesk={false} />
}
