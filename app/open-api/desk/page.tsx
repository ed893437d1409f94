import { redirect } from 'next/navigation'
import { DeskFrame } from '@/app/(desk)/frame'
import { DescriptionPage } from '@/app/open-api/description-page'
import { currentOperator } from '@/lib/auth/session'
import { getTranslations } from '@/lib/words/server'

export const generateMetadata = () => ({ title: getTranslations('apiPage')('title') })

/** The API's description in the frame of the desk. */
export default async function Page() {
  const operator = await currentOperator()
  if (!operator) redirect('/open-api')
  return (
    <DeskFrame operator={operator}>
      <DescriptionPage isInDesk />
    </DeskFrame>
  )
}
