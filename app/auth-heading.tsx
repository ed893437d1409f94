/** The title of a page outside the desk. */
export function AuthHeading({ title, lead }: { title: string; lead?: string | undefined }) {
  return (
    <>
      <h1 className="font-semibold text-base">{title}</h1>
      {lead !== undefined && <p className="pt-1 text-ink-2">{lead}</p>}
    </>
  )
}
