import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { getTranslations } from '@/lib/words/server'
import { AuthLayout } from './auth-layout'

const t = getTranslations('desk.notFound')

export default function NotFound() {
  return (
    <AuthLayout title={t('title')} lead={t('body')}>
      <Link href="/" className={buttonClasses()}>
        {t('back')}
      </Link>
    </AuthLayout>
  )
}
