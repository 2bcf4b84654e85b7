/** Why a job ended that was under way when the program ended. */
export class Stopped extends Error {}
