import { inject } from 'vitest'
import type { TestCluster } from './global-setup.ts'

// tools/test-services.ts also runs the tests that import this file, directly or indirectly, on external services.

/** The PostgreSQL of this run: embedded, or that of TEST_DATABASE_URL. */
export const cluster = (): TestCluster => inject('cluster')

/** The address of a Mosquitto as its administrator, if this run has one. */
export const mosquittoUrl = process.env.TEST_MQTT_URL
