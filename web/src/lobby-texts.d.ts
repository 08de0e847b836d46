// What the lobby says of the games that come along: made by the build, see plugins.js.

declare module "virtual:lobby-texts/*" {
  const texts: Record<string, string>
  export default texts
}
