// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// T14: a number of groups ...
// expected-error @+1 {{'tl.async_wait' op the groups that may be pending have to be an i64 from 0 to 2147483647}}
tl.async_wait -1

// -----

// T14: ... that the instruction has room for ...
// expected-error @+1 {{'tl.async_wait' op the groups that may be pending have to be an i64 from 0 to 2147483647}}
tl.async_wait 2147483648

// -----

// T14: ... is said.
// expected-error @+1 {{'tl.async_wait' op needs an i64 attribute 'pending'}}
"tl.async_wait"() : () -> ()

// -----

// T14: it has no operands.
%i = "test.value"() : () -> index
// expected-error @+1 {{'tl.async_wait' op expects 0 operands, got 1}}
"tl.async_wait"(%i) {pending = 0} : (index) -> ()
