import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button-classes'
import { words } from '@/lib/words/server'
import { Door } from './door'

const say = words('desk.notFound')

export default function NotFound() {
  return (
    <Door title={say('title')} lead={say('body')}>
      <Link href="/" className={buttonClasses()}>
        {say('back')}
      </Link>
    </Door>
  )
}
