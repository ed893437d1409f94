import { redirect } from 'next/navigation'
import { getTranslations } from '@/lib/words/server'
import { DescriptionPage } from './description-page'
import { deskReader } from './desk-reader'

export const generateMetadata = () => ({ title: getTranslations('apiPage')('title') })

/**
 * The API's description, without a sign-in. Operators get it in the desk, from a page of its own: readers without an
 * account do not load the scripts of the desk.
 */
export default async function Page() {
  if (await deskReader()) redirect('/open-api/desk')
  return <DescriptionPage isInDesk={false} />
}
