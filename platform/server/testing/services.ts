import { inject } from 'vitest'
import type { TestCluster } from './global-setup.ts'

// Whatever asks here, itself or by what it imports, is tested on Debian's services too: tools/test-services.ts goes by that.

/** The PostgreSQL of this run: the embedded one, or that of TEST_DATABASE_URL. */
export const cluster = (): TestCluster => inject('cluster')

/** An administrator's address of a Mosquitto, when this run has one. */
export const mosquittoUrl = process.env.TEST_MQTT_URL
