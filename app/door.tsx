import { words } from '@/lib/words/server'

/** The frame of the pages that stand before the desk: one narrow column. */
export function Door({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-80 max-w-full flex-col px-2 pt-[16vh] pb-8">
      <p className="pb-6 font-semibold text-[15px] tracking-tight">{words('desk')('name')}</p>
      <h1 className="font-semibold text-base">{title}</h1>
      {lead !== undefined && <p className="pt-1 text-ink-2">{lead}</p>}
      <div className="pt-4">{children}</div>
    </main>
  )
}
