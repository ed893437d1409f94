/** @type {import('next').NextConfig} */
export default {
  // Native modules cannot be bundled; they are loaded from node_modules at run time.
  serverExternalPackages: ['libsql', '@node-rs/argon2', 'pg'],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` owns the types; a build is for running.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
}
