import { currentOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'
import { DescriptionPage } from './description-page'

export const generateMetadata = () => ({ title: getTranslations('apiPage')('title') })

/** The API's description. It needs no sign-in; who is signed in sees it in the desk. */
export default async function Page() {
  const operator = await currentOperator()
  if (!operator) return <DescriptionPage isInDesk={false} />
  // Readers without an account do not load the scripts of the desk.
  const { DeskFrame } = await import('@/app/(desk)/frame')
  return (
    <DeskFrame operator={operator}>
      <DescriptionPage isInDesk />
    </DeskFrame>
  )
}
