import NextAuth from 'next-auth'
import { later, openDoor } from '@/lib/auth/door'
import { authOptions } from '@/lib/auth/options'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

/** Larger than any e-mail address and password; next-auth would read whatever comes. In bytes. */
const MOST = 10_000

export const GET = (request: Request, context: Context) => NextAuth(authOptions())(request, context)

export async function POST(request: Request, context: Context): Promise<Response> {
  const length = request.headers.get('content-length')
  if (length === null) return new Response(null, { status: 411 })
  if (Number(length) > MOST) return new Response(null, { status: 413 })
  const door = openDoor(request.headers)
  const answer = await NextAuth(authOptions(door))(request, context)
  return door.refusedUntil ? later(door.refusedUntil, new Date()) : answer
}
