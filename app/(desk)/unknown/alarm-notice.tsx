import Link from 'next/link'
import { Notice } from '@/components/ui/notice'
import { countAlarms } from '@/lib/store/alarms'
import { database } from '@/lib/store/database'
import { words } from '@/lib/words/server'

const say = words('unknown.news')

/** Whoever comes home hears first of what may go out twice. */
export async function AlarmNotice() {
  const count = await countAlarms((await database()).kysely)
  if (count === 0) return null
  return (
    <div className="border-line border-b px-3.5 py-2.5">
      <Notice tone="fail">
        {say('alarms', { count })}{' '}
        <Link href="/unknown" className="font-medium underline">
          {say('openAlarms')}
        </Link>
      </Notice>
    </div>
  )
}
