import { redirect } from 'next/navigation'
import { DeskFrame } from '@/app/(desk)/frame/frame'
import { DescriptionPage } from '@/app/open-api/description-page'
import { deskReader } from '@/app/open-api/desk-reader'
import { getTranslations } from '@/lib/words/server'

export const generateMetadata = () => ({ title: getTranslations('apiPage')('title') })

/** The API's description in the frame of the desk. */
export default async function Page() {
  const operator = await deskReader()
  if (!operator) redirect('/open-api')
  return (
    <DeskFrame operator={operator}>
      <DescriptionPage isInDesk />
    </DeskFrame>
  )
}
