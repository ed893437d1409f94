/** The name of what is remembered of a file: without its ending, and without the day that many of them have. */
export function rememberedName(file: string): string {
  const bare = file.replace(/\.[^.]+$/, '')
  return (bare.replaceAll(/[-_ (]*\d{4}[-_. ]?\d{2}[-_. ]?\d{2}[-_ \d:)]*$/g, '').trim() || bare).slice(0, 60)
}
